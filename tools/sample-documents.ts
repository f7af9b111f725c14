/**
 * `npm run samples -- FOLDER [LINES]`: documents as brokers send them, without anybody's data: a trade file, a trade
 * confirmation for each client, a monthly list and the FIX messages of the same trades; and a trade file with everything that may
 * be wrong.
 * `npm run samples -- custodian FOLDER [URL]` writes a custodian's files of the books of a running server, the demo by default
 * (custodian-samples.ts).
 * `npm run samples -- fix [PORT] [DAY]` plays a broker that sends executions over FIX (fix-broker/play.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { confirmationPdf } from '../apps/server/test/support/confirmation-pdf.ts'
import { SAMPLE_DEFECTS, sampleDocuments } from '../packages/core/src/documents/sample.ts'
import { custodianSamples } from './custodian-samples.ts'
import { DEMO_USER } from './demo/book.ts'

const LINES_MAX = 30_000
const DEMO_URL = 'http://127.0.0.1:4000'
const USAGE = `npm run samples -- FOLDER [LINES, 1 to ${LINES_MAX}]
npm run samples -- custodian FOLDER [URL of a demo server, ${DEMO_URL} where it is left out]
npm run samples -- fix [PORT] [DAY]`
const [folder, count = '20', url = DEMO_URL] = process.argv.slice(2)
if (folder === 'fix') await import('./fix-broker/play.ts')
else if (folder === 'custodian') await writeCustodian(process.argv[3], url)
else writeDocuments(folder, Number(count))

function writeDocuments(folder: string | undefined, lines: number): void {
  if (
    folder === undefined ||
    folder.startsWith('-') ||
    !Number.isInteger(lines) ||
    lines < 1 ||
    lines > LINES_MAX
  ) {
    console.error(USAGE)
    process.exit(2)
  }
  const sample = sampleDocuments({ lines })
  const faulty = sampleDocuments({ lines, defects: SAMPLE_DEFECTS })
  const files: readonly (readonly [name: string, content: string | Uint8Array])[] = [
    ['trade-file.txt', sample.tradeFile],
    ['trade-file-with-faults.txt', faulty.tradeFile],
    ['monthly.csv', sample.monthly],
    ['drop-copy.log', sample.dropCopy],
    ...sample.confirmations.map((text, at): [string, Uint8Array] => [
      `confirmation-${at + 1}.pdf`,
      confirmationPdf([text]),
    ]),
  ]
  writeAll(folder, files)
}

/** Of the books of a demo server, into which its user may sign in. */
async function writeCustodian(to: string | undefined, from: string): Promise<void> {
  if (to === undefined || to.startsWith('-')) {
    console.error(USAGE)
    process.exit(2)
  }
  try {
    const { today } = await answerOf<{ today: string }>(`${from}/api/health`)
    const { token } = await answerOf<{ token: string }>(`${from}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: DEMO_USER.email, password: DEMO_USER.password }),
    })
    const headers = { authorization: `Bearer ${token}` }
    writeAll(to, await custodianSamples((path) => answerOf(`${from}/api${path}`, { headers }), today))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

async function answerOf<Answer>(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init).catch(() => null)
  if (answer === null)
    throw new Error(`No server answers at ${new URL(url).origin}. Start the demo first: npm run demo`)
  const body = (await answer.json()) as Answer & { readonly message?: string }
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body.message ?? ''}`)
  return body
}

function writeAll(
  to: string,
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
): void {
  mkdirSync(to, { recursive: true })
  for (const [name, content] of files) writeFileSync(join(to, name), content)
  console.log(`${files.map(([name]) => name).join(', ')} written to ${to}`)
}
