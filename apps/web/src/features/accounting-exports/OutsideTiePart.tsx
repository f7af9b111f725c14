import {
  type AccountingBatch,
  accountingExports,
  type OutsideTie,
} from '@em/contract/accounting-exports/accounting-exports'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { type AskedOfFile, answeredTo, askedOfFile } from '../../lib/file-answers.ts'
import { base64Of } from '../../lib/files.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FileQuestion } from '../../ui/FileQuestion.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import css from './AccountingExports.module.css'

interface Chosen {
  readonly name: string
  readonly bytes: number
  readonly data: string
}

type Line = OutsideTie['lines'][number]
const amount = (id: 'ours' | 'outside' | 'difference', header: string): Column<Line> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (line) => line[id],
  width: 160,
  phone: true,
  total: 'sum',
})
const columns: readonly Column<Line>[] = [
  { id: 'account', header: 'Account', value: ({ account }) => account, width: 260, phone: true, wrap: true },
  amount('ours', 'Exported'),
  amount('outside', 'Outside Ledger'),
  amount('difference', 'Difference'),
]

/** Compares a trial balance of the outside ledger with what was exported up to a batch. Nothing is saved. */
export function OutsideTiePart({ batch }: { batch: AccountingBatch }) {
  const [file, setFile] = useState<Chosen | null>(null)
  const [tie, setTie] = useState<OutsideTie | null>(null)
  const [answers, setAnswers] = useState<FileAnswers>({})
  const [question, setQuestion] = useState<AskedOfFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async (chosen: Chosen, how: FileAnswers) => {
    setBusy(true)
    setTie(null)
    setProblem(null)
    setQuestion(null)
    setAnswers(how)
    try {
      const body = { ...how, fileName: chosen.name, data: chosen.data, sheet: null }
      setTie(await call(accountingExports.tie, { params: { id: batch.id }, body }))
    } catch (error) {
      const open = askedOfFile(error, 'outside-ledger')
      if (open === null) setProblem(problemOf(error, 'The file could not be read. Please try again.'))
      else setQuestion(open)
    } finally {
      setBusy(false)
    }
  }
  const take = async (one: File) => {
    try {
      const chosen = { name: one.name, bytes: one.size, data: await base64Of(one) }
      setFile(chosen)
      await read(chosen, {})
    } catch {
      setProblem('The file could not be read.')
    }
  }
  return (
    <Stack gap="md">
      <FileField
        label="Trial balance of the outside ledger"
        accept={['.csv', '.xlsx']}
        file={file}
        disabled={busy}
        help={`Of ${formatDate(batch.to)}, with account, debit and credit or one balance. Nothing is saved.`}
        onFiles={([one]) => void take(one)}
      />
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {file !== null && question !== null && (
        <FileQuestion
          asked={question}
          fileName={file.name}
          onAnswer={(answer) => void read(file, answeredTo(question, answer, answers))}
        />
      )}
      {tie !== null && (
        <>
          <p className={css.quiet}>
            Differences add up to <Amount value={tie.difference} />.
          </p>
          <DataGrid
            id="accounting-outside-tie"
            title={`Outside tie of ${batch.number}`}
            noun="accounts"
            rows={tie.lines}
            columns={columns}
            rowKey={({ account }) => account}
            totalsLabel="Total"
          />
        </>
      )}
    </Stack>
  )
}
