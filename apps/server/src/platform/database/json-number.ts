/**
 * The way out: an exact decimal text of the database as a JSON number. Only for answers; whoever calculates
 * takes the text to core's `decimalOf`.
 */
export function jsonNumber(text: string): number
export function jsonNumber(text: string | null): number | null
export function jsonNumber(text: string | null): number | null {
  return text === null ? null : +text
}
