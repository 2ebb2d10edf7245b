/** The limits that all connections of a run have. */

/** Idle connections are dropped before usual servers drop them, so that no request meets a closing one. */
export const keepAliveMs: number = 1_500;

/** Header fields are recorded whole, a thousand times and more: what Node itself takes by default is enough. */
export const maxHeaderBytes: number = 16_384;
