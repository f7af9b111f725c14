import type { Reply } from '@em/contract/kit/route'
import type { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { Button, Stack } from '@mantine/core'
import { problemOf } from '../../../lib/api.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { Running } from '../../../ui/Running.tsx'
import { ReadingView } from '../../sheets/ReadingView.tsx'
import { StatementFile } from '../../sheets/StatementFile.tsx'
import type { StatementWords } from '../../sheets/statement-texts.ts'
import { useStatementFile } from '../../sheets/useStatementFile.ts'
import { count, otherAccount } from '../record/lines.ts'
import type { OneReconciliation, useLongChange } from '../record/useReconciliation.ts'

const WORDS: StatementWords = {
  debits: 'Money in',
  credits: 'Money out',
  above: { in: 'Money in', out: 'Money out' },
  fields: {},
  lines: 'Lines to import',
  view: 'as our books see them: a deposit is a debit',
  sender: 'account',
  unread: 'will not be imported',
}

export type Imported = Reply<typeof reconciliation.importStatement>
type StatementWork = ReturnType<typeof useLongChange<typeof reconciliation.importStatement>>
/** The sentence on a running import of lines, with the words of the server. */
export const IMPORTING = (said: string | null) =>
  `${said ?? 'Importing the statement'}. All lines are imported, or none.`

interface ImportDialogProps {
  one: OneReconciliation
  onClose: () => void
  /** Importing the lines: it goes on when the dialog is closed. */
  work: StatementWork
  onDone: (imported: Imported) => void
}

/** Chooses a statement, shows how it is read, asks what it leaves open, and imports its lines. */
export function ImportDialog({ one, work, onClose, onDone }: ImportDialogProps) {
  const file = useStatementFile({
    accountCode: one.accountCode,
    settlementAccount: one.settlementAccount?.id ?? null,
  })
  const { reading, missing, ready } = file
  const importing = work.busy
  const other = reading === null ? null : otherAccount(reading.account, one)
  const importLines = async () => {
    if (reading === null) return
    file.setProblem(null)
    try {
      const imported = await work.run({
        params: { id: one.id },
        body: {
          fileName: reading.fileName,
          format: reading.format,
          account: reading.account,
          currency: /^[A-Za-z]{3}$/.test(reading.currency ?? '') ? reading.currency : null,
          openingBalance: reading.openingBalance,
          closingBalance: reading.closingBalance,
          mapping: reading.mapping,
          lines: reading.lines,
        },
      })
      onDone(imported)
      onClose()
    } catch (error) {
      file.setProblem(problemOf(error, 'The statement could not be imported. Please try again.'))
    }
  }
  return (
    <Modal opened onClose={onClose} title="Import Statement" size="80rem" dirty={file.mapped || importing}>
      <Stack gap="md">
        <StatementFile
          work={file}
          words={WORDS}
          {...(importing
            ? { running: <Running job={work.job} words={IMPORTING} onCancel={work.cancel} /> }
            : {})}
        />
        {other !== null && <Banner tone="warning">{other}</Banner>}
        {reading !== null && missing === null && <ReadingView reading={reading} words={WORDS} />}
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={importing}>
            Cancel
          </Button>
          <Button disabled={!ready || file.busy !== null || importing} onClick={() => void importLines()}>
            {ready && reading !== null
              ? `Import ${count(reading.lines.length)} ${reading.lines.length === 1 ? 'Line' : 'Lines'}`
              : 'Import'}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
