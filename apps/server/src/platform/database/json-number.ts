/**
 * The way out: an exact decimal text of the database as a JSON number. Only for answers; calculations
 * use core's `decimalOf` on the text.
 */
export function jsonNumber(text: string): number
export function jsonNumber(text: string | null): number | null
export function jsonNumber(text: string | null): number | null {
  return text === null ? null : +text
}
