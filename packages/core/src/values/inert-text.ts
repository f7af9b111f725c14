/** Text that leaves the program for a spreadsheet: by the clipboard or in a CSV file. */

/**
 * Text that starts with one of these may be read as a formula. The full-width signs are read as the plain
 * ones by programs set to Japanese or Chinese.
 */
export const FORMULA_SIGNS: readonly string[] = [...'=+-@＝＋－＠\t\r\n\0']

/** Text that no spreadsheet evaluates: an apostrophe in front keeps it text. */
export function inertText(text: string): string {
  return FORMULA_SIGNS.includes(text.charAt(0)) ? `'${text}` : text
}
