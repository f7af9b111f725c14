/** The text of a file in any of the encodings that people's programs write. */

/** Bytes that are examined for UTF-16 without a byte order mark. */
const SAMPLED_BYTES = 4_096
/** NUL bytes of a text that was damaged; more of them are no text. */
const NULS_MAX = 16

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)

/**
 * UTF-16 with or without its mark, UTF-8 with or without it, else Windows' western letters.
 * @param damaged whether control characters and a few NUL bytes are taken, as old programs and printers leave them.
 * @returns undefined for what is no text: pictures, programs.
 */
export function textOfBytes(bytes: Uint8Array, { damaged = false } = {}): string | undefined {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) {
    const text = new TextDecoder(utf16).decode(bytes)
    return damaged || !text.includes('\0') ? text : undefined
  }
  let nuls = 0
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) {
    nuls += 1
    if (!damaged || nuls > NULS_MAX) return undefined
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes)
    // Text has few control characters; a picture or a program is full of them.
    return damaged || !/[\u0001-\u0008\u000e-\u001f]/.test(text.slice(0, SAMPLED_BYTES)) ? text : undefined
  }
}

/** By its mark; without one by the zeros next to western letters: after them, or before them. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const zeros = [0, 0]
  const sampled = Math.min(bytes.length, SAMPLED_BYTES)
  for (let at = 0; at < sampled; at += 1) {
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const most = 0.4 * (sampled / 2)
  if (odd > most && even < odd / 10) return 'utf-16le'
  return even > most && odd < even / 10 ? 'utf-16be' : undefined
}
