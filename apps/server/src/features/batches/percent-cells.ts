/**
 * Cells shown in percent. A workbook keeps 10.25% as 0.1025 with a number format; read without it, a cost of funds
 * would be a hundredth of what the sheet shows.
 */

const BUILT_IN = new Set([9, 10])

/** Whether a format code shows percent: a % that is neither quoted, escaped nor in brackets. */
function showsPercent(code: string): boolean {
  return code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').includes('%')
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The cell styles (by their number) that show percent, by the text of `xl/styles.xml`. */
export function percentStyles(styles: string): ReadonlySet<number> {
  const formats = new Set(BUILT_IN)
  for (const [tag] of styles.matchAll(/<numFmt\s[^>]*>/g)) {
    const code = attribute(tag, 'formatCode').replaceAll('&quot;', '"')
    if (showsPercent(code)) formats.add(Number(attribute(tag, 'numFmtId')))
  }
  const cells = /<cellXfs[\s>].*?<\/cellXfs>/s.exec(styles)?.[0] ?? ''
  const shown = new Set<number>()
  for (const [place, [tag]] of [...cells.matchAll(/<xf\s[^>]*>/g)].entries()) {
    if (formats.has(Number(attribute(tag, 'numFmtId')))) shown.add(place)
  }
  return shown
}

/** The columns (from 0) of each line (from 1) whose cells have one of the styles, by the sheet's text. */
export function cellsOfStyles(sheet: string, styles: ReadonlySet<number>): ReadonlyMap<number, Set<number>> {
  const found = new Map<number, Set<number>>()
  if (styles.size === 0) return found
  for (const [tag, letters = '', line = ''] of sheet.matchAll(
    /<c\s+(?:[^>]*?\s)?r="([A-Z]{1,3})(\d{1,7})"[^>]*>/g,
  )) {
    const style = /\ss="(\d+)"/.exec(tag)?.[1]
    if (style === undefined || !styles.has(Number(style))) continue
    const columns = found.get(Number(line)) ?? new Set()
    found.set(Number(line), columns.add(columnOf(letters)))
  }
  return found
}

/** A is 0, Z 25, AA 26. */
function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
