/** Whether the packed streams of a PDF unpack to more than they should: looked at before anything else reads them. */
import { constants, inflateSync } from 'node:zlib'
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'

const MB = 1024 * 1024
const UNPACKED_MAX = 50 * MB
/** A stream may be packed several times over. */
const LAYERS_MAX = 4

const STREAM = Buffer.from('stream')
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Every stream that begins as packed data does is unpacked, whatever the dictionary before it says.
 * @throws FileRefusal `file.too-large` for one that comes to more than 50 MB.
 */
export function refuseSwellingStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = file.indexOf(STREAM); at !== -1; at = file.indexOf(STREAM, at + STREAM.length)) {
    let from = at + STREAM.length
    if (file[from] === CARRIAGE_RETURN) from += 1
    if (file[from] === LINE_FEED) from += 1
    refuseSwelling(file.subarray(from))
  }
}

function refuseSwelling(packed: Buffer): void {
  let layer: Buffer | undefined = packed
  for (let layers = 0; layers < LAYERS_MAX && layer !== undefined && isPacked(layer); layers += 1) {
    layer = unpacked(layer)
  }
}

/** The two bytes that zlib data begins with. */
const isPacked = ([first = 0, second = 0]: Buffer) =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0

/** Undefined for what is no packed data after all. */
function unpacked(packed: Buffer): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: UNPACKED_MAX, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') return undefined
    throw new FileRefusal('file.too-large', {
      limit: `what a part of it may unpack to (${UNPACKED_MAX / MB} MB)`,
    })
  }
}
