/** Writes a zip file piece by piece: no file in it is ever in memory as a whole. */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile as Archive } from 'yazl'

/** A file of the archive. */
export interface ZipFile {
  readonly name: string
  readonly content: AsyncIterable<string>
}

/** The same books are the same bytes: the archive does not say when it was made. */
const NO_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** The bytes of an archive, as they are asked for. A file is asked for once the one before it was read. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const archive = new Archive()
  const out = archive.outputStream as Readable
  let reading: Readable | undefined
  const feed = async () => {
    for await (const { name, content } of files) {
      reading = Readable.from(content)
      archive.addReadStream(reading, name, NO_DATE)
      await finished(reading)
    }
    archive.end()
  }
  const fed = feed().catch((error: unknown) => void out.destroy(error as Error))
  try {
    yield* out as AsyncIterable<Uint8Array>
  } finally {
    // Where the reader of the archive leaves early, the file that is being read is closed.
    reading?.destroy()
    await fed
  }
}
