import {
  type TradeDocument,
  tradeDocuments,
  type UploadedAgain,
} from '@em/contract/documents/trade-documents'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiFailure, call, isHeld, messageOf } from '../../lib/api.ts'
import { type Answer, type AskedOfFile, answeredTo, askedOfFile } from '../../lib/file-answers.ts'
import { base64Of, sizeText } from '../../lib/files.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { counted } from '../../lib/numerals.ts'
import { invalidateAfter } from '../../lib/query.ts'
import { FileQuestion } from '../../ui/FileQuestion.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { PlainForm } from '../../ui/form/PlainForm.tsx'
import { PasswordField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './document/TradeReport.module.css'
import type { Extracted } from './ExtractedText.tsx'

interface UploadAreaProps {
  uploads: Uploads
  onExtracted: (extracted: Extracted) => void
}

/** Where documents are dropped or chosen, what can be, and how those chosen fared. */
export function UploadArea({ uploads, onExtracted }: UploadAreaProps) {
  const { files, add } = uploads
  const busy = files.some(({ state }) => state.is === 'waiting' || state.is === 'uploading')
  return (
    <>
      <div className={css.upload}>
        <FileField
          label="Documents"
          accept={ENDINGS}
          multiple
          help="Trade files, trade confirmations and monthly lists of brokers, and files of FIX messages: .pdf, .txt, .text, .log, .fix, .csv or .xlsx."
          onFiles={add}
        />
        <Section card title="Guidelines">
          <ul className={css.guidelines}>
            <li>Maximum file size: 10MB per file. Several files are read one after another.</li>
            <li>PDF: trade confirmations. A protected one asks for its password.</li>
            <li>Text (.txt, .text): trade files of the exchange, a fill in a line.</li>
            <li>Text, .log or .fix: FIX messages of a drop copy, one in a line.</li>
            <li>CSV and Excel: the broker's monthly list of trades.</li>
            <li>A document is kept once, and what was recorded from one is not recorded again.</li>
          </ul>
        </Section>
      </div>
      {files.length > 0 && (
        <Section
          card
          title="Chosen files"
          actions={
            <Button size="compact-sm" variant="default" disabled={busy} onClick={uploads.clear}>
              Clear
            </Button>
          }
        >
          <ul className={css.files} aria-label="Chosen files">
            {files.map((one) => (
              <li key={one.key}>
                <div className={css.name}>
                  <strong>{one.file.name}</strong>
                  <Text size="xs" c="dimmed">
                    {sizeText(one.file.size)}
                  </Text>
                </div>
                <State upload={one} uploads={uploads} onExtracted={onExtracted} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

const DECISIONS = [
  { label: 'Read again', again: 'replace' },
  { label: 'Keep as it is', again: 'keep' },
] as const

interface StateProps extends UploadAreaProps {
  upload: Upload
}

function State({ upload, uploads, onExtracted }: StateProps): ReactNode {
  const { state, key, password, file } = upload
  switch (state.is) {
    case 'waiting':
      return <Text size="sm">Waiting</Text>
    case 'uploading':
      return (
        <Text size="sm" role="status">
          Uploading and reading
        </Text>
      )
    case 'password':
      return (
        <PlainForm
          className={css.row}
          onSubmit={() => {
            if (password !== '') uploads.retry(upload)
          }}
        >
          <PasswordField
            label={`Password of ${file.name}`}
            value={password}
            autoComplete="current-password"
            error={state.message}
            onChange={(typed) => uploads.type(key, typed)}
          />
          <Button type="submit" variant="default" disabled={password === ''}>
            Open
          </Button>
        </PlainForm>
      )
    case 'question':
      return (
        <FileQuestion
          asked={state.asked}
          fileName={file.name}
          onAnswer={(chosen) => uploads.answer(upload, state.asked, chosen)}
        />
      )
    case 'otherwise':
      return (
        <div role="alert">
          <Text size="sm">{state.message}</Text>
          <Group gap="xs" mt={4}>
            {(state.mayReplace ? DECISIONS : DECISIONS.slice(1)).map(({ label, again }) => (
              <Button
                key={again}
                variant="default"
                size="compact-sm"
                aria-label={`${label}, ${file.name}`}
                onClick={() => uploads.decide(upload, again)}
              >
                {label}
              </Button>
            ))}
          </Group>
        </div>
      )
    case 'refused':
      return (
        <div role="alert">
          <Text size="sm" c="red">
            {state.message}
          </Text>
          {/\.pdf$/i.test(file.name) && file.size > 0 && (
            <ExtractRefused upload={upload} onExtracted={onExtracted} />
          )}
        </div>
      )
    case 'done':
      return <Done state={state} />
  }
}

function Done({ state }: { state: Extract<Upload['state'], { is: 'done' }> }) {
  const more = [
    state.skipped > 0 && `${counted(state.skipped, 'line')} without a trade skipped`,
    state.problems > 0 && `${counted(state.problems, 'problem')} found`,
  ].filter((words) => words !== false)
  return (
    <div role="status">
      <Text size="sm">
        {state.again ? 'Uploaded before: ' : 'Read: '}
        {counted(state.lines, 'line')}
        {more.length > 0 && `, ${more.join(', ')}`}.{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => changeHashQuery({ document: String(state.id), tab: 'overview', equity: '' })}
        >
          Open
        </Anchor>
      </Text>
    </div>
  )
}

/** The words of a PDF that is no document of a broker can be read all the same. */
function ExtractRefused({ upload, onExtracted }: Pick<StateProps, 'upload' | 'onExtracted'>) {
  const [busy, setBusy] = useState(false)
  const extract = async () => {
    setBusy(true)
    try {
      onExtracted({ fileName: upload.file.name, text: await textOf(upload) })
    } catch (error) {
      notify.error(messageOf(error, error instanceof Error ? error.message : 'The text could not be read.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group mt={4}>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void extract()}>
        Extract text
      </Button>
    </Group>
  )
}

/** Endings of documents. */
export const ENDINGS = ['.pdf', '.txt', '.text', '.log', '.fix', '.csv', '.xlsx']

export type UploadState =
  | { readonly is: 'waiting' | 'uploading' }
  /** A protected PDF: what the server said of the password. */
  | { readonly is: 'password'; readonly message: string }
  /** A list that can be read in two ways: what the server asks. */
  | { readonly is: 'question'; readonly asked: AskedOfFile }
  /** The file was uploaded before and read in another way: what the server said, and whether it may be read again. */
  | { readonly is: 'otherwise'; readonly message: string; readonly mayReplace: boolean }
  | { readonly is: 'refused'; readonly message: string }
  | {
      readonly is: 'done'
      readonly id: number
      readonly lines: number
      readonly skipped: number
      readonly problems: number
      /** The same bytes were there already. */
      readonly again: boolean
    }
export interface Upload {
  readonly key: number
  readonly file: File
  readonly password: string
  readonly answers: FileAnswers
  /** The choice where the file was uploaded before and read in another way. */
  readonly again: UploadedAgain
  readonly state: UploadState
}

let nextKey = 1

/** Files on their way to the server, one after the other, with how each of them fared. */
export function useUploads(known: readonly TradeDocument[] | undefined) {
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly Upload[]>([])
  const lastUpload = useRef<Promise<unknown>>(Promise.resolve())
  const ids = useRef(new Set<number>())
  useEffect(() => {
    ids.current = new Set(known?.map(({ id }) => id))
  }, [known])

  const change = (key: number, news: Partial<Upload>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)))

  const send = async ({ key, file, password, answers, again }: Upload) => {
    change(key, { state: { is: 'uploading' } })
    try {
      const body = {
        file: { fileName: file.name, data: await base64Of(file) },
        password: password === '' ? null : password,
        ...answers,
        again,
      }
      const found = await call(tradeDocuments.upload, { body, idempotencyKey: crypto.randomUUID() })
      const { id, lines, skipped, problems } = found
      change(key, {
        password: '',
        state: { is: 'done', id, lines, skipped, problems, again: ids.current.has(id) },
      })
      ids.current.add(id)
      changeHashQuery({ document: String(id), equity: '' })
      void invalidateAfter(client, 'trade-documents')
    } catch (error) {
      if (isHeld(error)) setFiles((all) => all.filter((one) => one.key !== key))
      else change(key, { state: refused(error) })
    }
  }
  const queue = (one: Upload) => {
    lastUpload.current = lastUpload.current.then(() => send(one))
  }
  const add = (chosen: readonly File[]) => {
    const added = chosen.map(
      (file): Upload => ({
        key: nextKey++,
        file,
        password: '',
        answers: {},
        again: 'ask',
        state: { is: 'waiting' },
      }),
    )
    setFiles((all) => [...all, ...added])
    for (const one of added) queue(one)
  }
  return {
    files,
    add,
    type: (key: number, password: string) => change(key, { password }),
    retry: (one: Upload) => {
      change(one.key, { state: { is: 'waiting' } })
      queue(one)
    },
    /** Sends a list again with the answer to its question. */
    answer: (one: Upload, asked: AskedOfFile, chosen: Answer) => {
      const answered: Upload = { ...one, answers: answeredTo(asked, chosen, one.answers) }
      change(one.key, { answers: answered.answers, state: { is: 'waiting' } })
      queue(answered)
    },
    /** Sends a file again that was read in another way before, with what is to become of it. */
    decide: (one: Upload, again: UploadedAgain) => {
      change(one.key, { again, state: { is: 'waiting' } })
      queue({ ...one, again })
    },
    /** Clears the list of files that are done: only waiting and uploading ones stay. */
    clear: () =>
      setFiles((all) => all.filter(({ state }) => state.is === 'waiting' || state.is === 'uploading')),
  }
}
export type Uploads = ReturnType<typeof useUploads>

const OTHERWISE: ReadonlySet<string> = new Set(['document.read-otherwise', 'document.recorded-otherwise'])

function refused(error: unknown): UploadState {
  if (error instanceof ApiFailure && error.code.startsWith('document.password')) {
    return { is: 'password', message: error.message }
  }
  if (error instanceof ApiFailure && OTHERWISE.has(error.code)) {
    const mayReplace = error.code === 'document.read-otherwise'
    return { is: 'otherwise', message: error.message, mayReplace }
  }
  const asked = askedOfFile(error, 'document')
  if (asked !== null) return { is: 'question', asked }
  const fallback =
    error instanceof ApiFailure
      ? 'The file could not be uploaded. Please try again.'
      : 'The file could not be read.'
  return { is: 'refused', message: messageOf(error, fallback) }
}

/** The words of a PDF that is no document of a broker, or is not to be kept. @throws ApiFailure, or Error with its sentence. */
export async function textOf({ file, password }: Pick<Upload, 'file' | 'password'>): Promise<string> {
  const { success, text, error } = await call(tradeDocuments.extractText, {
    body: {
      file: { fileName: file.name, data: await base64Of(file) },
      password: password === '' ? null : password,
    },
  })
  if (!success || text === undefined) throw new Error(error ?? 'The file holds no text.')
  return text
}
