/** A PDF with texts at positions, as a bank's report writer makes it: Courier, A4, several pages. */

export interface PositionedText {
  readonly text: string
  /** From the left edge and from the bottom, in points. */
  readonly x: number
  readonly y: number
}

const SIZE = 8
/** Every letter of Courier is that wide. */
const WIDTH = 0.6 * SIZE

/** A text that ends at `right`, as amounts do. */
export const endingAt = (right: number, y: number, text: string): PositionedText => ({
  text,
  x: right - text.length * WIDTH,
  y,
})

/** Upright unless another size is given, in points. */
export function pdfFile(
  pages: readonly (readonly PositionedText[])[],
  { width = 595, height = 842, size = SIZE }: { width?: number; height?: number; size?: number } = {},
): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ]
  const kids: string[] = []
  for (const page of pages) {
    const shown = page
      .map(({ text, x, y }) => {
        const escaped = text.replace(/[\\()]/g, String.raw`\$&`)
        return `BT /F1 ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y} Tm (${escaped}) Tj ET`
      })
      .join('\n')
    const content = objects.push(`<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`)
    const kid = objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    kids.push(`${kid} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  return new TextEncoder().encode(file + end)
}
