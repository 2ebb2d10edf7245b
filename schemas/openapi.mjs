export const toOpenApi = () => "";
