/** The decimal mark of a file's numbers. */
export type DecimalMark = '.' | ','
