import { FILE_BYTES_MAX } from '@em/contract/books/batches'
import { reconciliation } from '@em/contract/books/reconciliation'
import type { StatementReading } from '@em/contract/books/reconciliation-statements'
import type { Reply } from '@em/contract/kit/route'
import { Button, FileButton, Progress, Stack } from '@mantine/core'
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { base64Of, sizeText } from '../../../lib/files.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { Running } from '../../../ui/Running.tsx'
import { count, otherAccount, plural } from '../record/lines.ts'
import recordCss from '../record/Record.module.css'
import type { OneReconciliation, useLongChange } from '../record/useReconciliation.ts'
import css from './Import.module.css'
import { MappingFields } from './MappingFields.tsx'
import { type Mapping, mappingOf, missingIn, sentMapping } from './mapping.ts'
import { ReadingView } from './ReadingView.tsx'

const ACCEPT = '.csv,.xlsx,.ofx,.qfx,.sta,.mt940,.940,.xml,.pdf,.txt'
const PAUSE_MS = 250

interface Chosen {
  readonly name: string
  readonly bytes: number
  /** Base64. */
  readonly data: string
}

export type Imported = Reply<typeof reconciliation.importStatement>
type StatementWork = ReturnType<typeof useLongChange<typeof reconciliation.importStatement>>
/** What an import of lines is at, by what the server says. */
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
  const [file, setFile] = useState<Chosen | null>(null)
  const [reading, setReading] = useState<StatementReading | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  /** Columns were explained by hand: closing loses that. */
  const [mapped, setMapped] = useState(false)
  const asking = useRef<AbortController | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      asking.current?.abort()
      clearTimeout(pause.current)
    },
    [],
  )

  const read = async (
    chosen: Chosen,
    how: { mapping?: Mapping; sheet?: string | null; part?: string | null } = {},
  ) => {
    asking.current?.abort()
    const asked = new AbortController()
    asking.current = asked
    setProblem(null)
    setBusy(`Reading ${chosen.name}`)
    try {
      const found = await call(reconciliation.readStatement, {
        body: {
          fileName: chosen.name,
          data: chosen.data,
          sheet: how.sheet ?? null,
          part: how.part ?? null,
          accountCode: one.accountCode,
          settlementAccount: one.settlementAccount?.id ?? null,
          ...(how.mapping === undefined ? {} : { mapping: sentMapping(how.mapping) }),
        },
        signal: asked.signal,
      })
      if (asked.signal.aborted) return
      setReading(found)
      setMapping(how.mapping ?? (found.table === null ? null : mappingOf(found)))
    } catch (error) {
      if (asked.signal.aborted) return
      if (how.mapping === undefined) setReading(null)
      setProblem(messageOf(error, 'The file could not be read. Please try again.'))
    } finally {
      if (asking.current === asked) setBusy(null)
    }
  }
  const importing = work.busy
  const take = async (found: File | null) => {
    if (found === null || importing) return
    setMapped(false)
    setReading(null)
    setMapping(null)
    setFile(null)
    if (found.size === 0 || found.size > FILE_BYTES_MAX) {
      setProblem(found.size === 0 ? 'The file is empty.' : 'The file is larger than 10 MB.')
      return
    }
    setBusy(`Reading ${found.name}`)
    try {
      const chosen = { name: found.name, bytes: found.size, data: await base64Of(found) }
      setFile(chosen)
      await read(chosen)
    } catch {
      setBusy(null)
      setProblem('The file could not be read.')
    }
  }
  const change = (next: Mapping) => {
    setMapping(next)
    setMapped(true)
    clearTimeout(pause.current)
    if (file === null || missingIn(next) !== null) return
    pause.current = setTimeout(
      () => void read(file, { mapping: next, sheet: reading?.table?.sheet ?? null }),
      PAUSE_MS,
    )
  }
  const missing = mapping === null ? null : missingIn(mapping)
  const other = reading === null ? null : otherAccount(reading.account, one)
  const ready =
    reading !== null && missing === null && reading.questions.length === 0 && reading.lines.length > 0
  const importLines = async () => {
    if (reading === null) return
    setProblem(null)
    setBusy(`Importing ${plural(reading.lines.length, 'line')}`)
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
      setBusy(null)
      setProblem(messageOf(error, 'The statement could not be imported. Please try again.'))
    }
  }
  return (
    <Modal opened onClose={onClose} title="Import Statement" size="80rem" dirty={mapped || importing}>
      <Stack gap="md">
        <div
          className={css.drop}
          role="group"
          aria-label="Statement file"
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            void take(event.dataTransfer.files[0] ?? null)
          }}
        >
          <FileButton accept={ACCEPT} onChange={(found) => void take(found)}>
            {(props) => (
              <Button
                {...props}
                variant={file === null ? 'filled' : 'default'}
                disabled={busy !== null}
                leftSection={<IconFileUpload size={16} />}
              >
                {file === null ? 'Choose File' : 'Choose Another File'}
              </Button>
            )}
          </FileButton>
          <span>
            {file === null ? (
              <>
                or drop it here.{' '}
                <span className={recordCss.quiet}>
                  .csv, .xlsx, OFX (.ofx, .qfx), MT940 (.sta, .mt940, .940), camt.053 (.xml), PDF with text;
                  at most 10 MB.
                </span>
              </>
            ) : (
              <>
                <strong>{file.name}</strong> <span className={recordCss.quiet}>{sizeText(file.bytes)}</span>
              </>
            )}
          </span>
        </div>
        {importing && <Running job={work.job} words={IMPORTING} onCancel={work.cancel} />}
        {busy !== null && !importing && (
          <div role="status">
            {busy} ...
            <Progress value={100} animated size="sm" aria-label={busy} mt={4} />
          </div>
        )}
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {reading !== null &&
          missing === null &&
          busy === null &&
          reading.questions.map((question) => (
            <Banner key={question.field} tone="warning">
              {question.message}
            </Banner>
          ))}
        {reading?.table !== null && reading?.table !== undefined && file !== null && (
          <>
            {reading.table.sheets.length > 1 && (
              <SelectField
                label="Sheet"
                required
                options={reading.table.sheets.map((name) => ({ value: name, label: name }))}
                value={reading.table.sheet ?? ''}
                onChange={(sheet) => void read(file, { sheet })}
              />
            )}
            {mapping !== null && (
              <MappingFields reading={reading} mapping={mapping} missing={missing} onChange={change} />
            )}
          </>
        )}
        {reading !== null && reading.parts.length > 1 && file !== null && (
          <SelectField
            label="Account in the File"
            required
            options={reading.parts.map((part) => ({
              value: part.key,
              label: [part.account ?? part.key, part.currency, plural(part.lines, 'line')]
                .filter(Boolean)
                .join(', '),
            }))}
            value={reading.part ?? ''}
            onChange={(part) => void read(file, { part })}
          />
        )}
        {other !== null && <Banner tone="warning">{other}</Banner>}
        {reading !== null && missing === null && <ReadingView reading={reading} />}
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={importing}>
            Cancel
          </Button>
          <Button disabled={!ready || busy !== null} onClick={() => void importLines()}>
            {ready
              ? `Import ${count(reading.lines.length)} ${reading.lines.length === 1 ? 'Line' : 'Lines'}`
              : 'Import'}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
