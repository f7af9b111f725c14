/** OFX, MT940 and camt.053: formats that name their fields, and may hold several accounts. */
import type { StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { answered, EMPTY, type FileAsked } from './answer.ts'
import { negatedBalances } from './balance-sign.ts'
import { type AccountStatement, type NamedFile, withOwnNumbers } from './statement.ts'

/** Accounts that a person can choose from. */
const PARTS_MAX = 500

export function namedReading(asked: FileAsked, file: NamedFile): StatementReading {
  if (file.statements.length > PARTS_MAX)
    throw new FileRefusal('file.too-many', { limit: `${PARTS_MAX} accounts` })
  const parts = file.statements.map((one, index) => ({
    key: `${index + 1} ${one.account ?? ''} ${one.currency ?? ''}`.trim(),
    account: one.account,
    currency: one.currency,
    lines: one.lines.length,
  }))
  const base = { ...EMPTY, fileName: asked.fileName, format: file.format, parts }
  const [only] = parts
  const part = parts.length === 1 ? only : parts.find((one) => one.key === asked.part)
  if (part === undefined) {
    if (parts.length === 0) {
      throw new FileRefusal('file.unreadable', { reason: 'it contains no statement.' })
    }
    return {
      ...base,
      questions: [
        {
          field: 'part',
          message: 'The file contains several accounts. Choose one.',
          choices: parts.map((one) => one.key),
        },
      ],
    }
  }
  const statement = file.statements[parts.indexOf(part)] as AccountStatement
  const lines = withOwnNumbers(statement.lines)
  const { balances, taken } = negatedBalances({ ...statement, lines }, asked)
  return { ...base, part: part.key, ...answered(balances), ...taken }
}
