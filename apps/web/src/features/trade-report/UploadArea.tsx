import { Anchor, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { sizeText } from '../../lib/files.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { counted } from '../../lib/numerals.ts'
import { FileQuestion } from '../../ui/FileQuestion.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { PasswordField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './document/TradeReport.module.css'
import type { Extracted } from './ExtractedText.tsx'
import { ENDINGS, textOf, type Upload, type Uploads } from './uploads.ts'

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
        <form
          className={css.row}
          onSubmit={(event) => {
            event.preventDefault()
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
        </form>
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
