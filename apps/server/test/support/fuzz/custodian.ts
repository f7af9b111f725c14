/**
 * Messages of custodians. Every figure that is read from a changed file is in that file.
 */
import {
  finBlocks,
  mt54x,
  mt535,
  type SampleConfirmation,
  type SampleHolding,
  semt002,
  sese025,
} from '@em/core/testing/custodian-samples'
import type { FileJson, LineJson } from '../../../src/features/custodian/files/file-json.ts'
import { read } from '../../../src/features/custodian/files/message-reader.ts'
import { textOfBytes } from '../../../src/platform/file-readers/text.ts'
import { CHANGES, TEXT_CHANGES } from './changes.ts'
import type { FuzzedKind } from './kind.ts'

const HOLDINGS: readonly SampleHolding[] = Array.from({ length: 12 }, (_, at) => ({
  isin: `LK${String(at + 11).padStart(9, '0')}${at % 10}`,
  text: `COMPANY ${at}`,
  aggregate: 40_000 + at,
  available: 35_000 + at,
  parts: { PLED: 5_000 },
}))
const CONFIRMATIONS: readonly SampleConfirmation[] = Array.from({ length: 6 }, (_, at) => ({
  account: 'ABC12345LC00',
  reference: `C${at}`,
  ours: `EM1${at}-1`,
  isin: `LK${String(at + 11).padStart(9, '0')}${at}`,
  quantity: 1_000 + at,
  amount: `2022${at},15`,
  date: '2026-01-07',
}))
const STATEMENT = { account: 'ABC12345LC00', date: '2026-03-31', holdings: HOLDINGS }

const linesOf = ({ messages }: FileJson) => messages.flatMap(({ lines }) => lines)
const figuresOf = (line: LineJson): readonly (number | null)[] =>
  line.of === 'holding' ? [line.aggregate, line.available] : [line.settled, line.before, line.remaining]

function kindOf(whole: string): FuzzedKind {
  let before: readonly LineJson[] | undefined
  return {
    whole: async () => Buffer.from(whole),
    changes: [...CHANGES, ...CHANGES, ...TEXT_CHANGES],
    judge: async (bytes) => {
      before ??= linesOf(await read(Buffer.from(whole)))
      const found = linesOf(await read(bytes))
      const numbers = new Set(
        ((textOfBytes(bytes) ?? '').match(/\d+/g) ?? []).map((digits) => String(BigInt(digits))),
      )
      for (const line of found) {
        if (line.fault !== null) continue
        for (const figure of figuresOf(line)) {
          if (figure !== null && !numbers.has(String(figure))) return `${figure} is not in the file`
        }
        if (!(line.text ?? '').isWellFormed()) return `the text of ${line.isin}`
      }
      return null
    },
  }
}

export const CUSTODIANS = {
  mt535: kindOf(finBlocks('535', mt535(STATEMENT))),
  mt54x: kindOf(CONFIRMATIONS.map((one) => finBlocks('545', mt54x(one))).join('\r\n')),
  semt002: kindOf(semt002(STATEMENT)),
  sese025: kindOf(
    CONFIRMATIONS.map((one) => `<?xml version="1.0" encoding="UTF-8"?>${sese025(one)}`).join('\n'),
  ),
}
