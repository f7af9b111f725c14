import { formatNumber } from './numerals.ts'

/** A file as base64, as JSON carries it. @throws where the browser cannot read it (gone, or not allowed). */
export function base64Of(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => failed(new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })
}

/** 12.3 KB, 1.0 MB. */
export function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${formatNumber(Math.max(0.1, size), { decimals: 1 })} ${unit}`
}
