export declare function isDate(text: string): boolean;
export declare function isDateTime(text: string): boolean;
