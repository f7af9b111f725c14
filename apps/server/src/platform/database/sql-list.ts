/** SQL: words of the code as a list to compare a column with: `a.kind IN ('split', 'bonus')`. For constants only, never for input. */
export const sqlList = (words: readonly string[]): string =>
  `(${words.map((word) => `'${word}'`).join(', ')})`
