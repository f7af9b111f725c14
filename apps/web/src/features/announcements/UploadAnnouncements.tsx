import { type AnnouncementReport, announcements } from '@em/contract/announcements/announcements'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure, call, messageOf } from '../../lib/api.ts'
import { type AskedOfFile, answeredTo, askedOfFile } from '../../lib/file-answers.ts'
import { base64Of } from '../../lib/files.ts'
import { counted } from '../../lib/numerals.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FileQuestion } from '../../ui/FileQuestion.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { notify } from '../../ui/notify.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import css from './Announcements.module.css'

interface Sent {
  readonly fileName: string
  readonly data: string
  readonly answers: FileAnswers
}
interface Read extends Sent {
  readonly report: AnnouncementReport
}
interface Problem {
  readonly message: string
  readonly lines: readonly string[]
}
const ENDINGS = ['.xlsx', '.csv']
const FAILED = 'The file could not be read. Please try again.'
const LINES_SHOWN = 8

/** Uploads announcements of a file: what it would do is shown before it is done. */
export function UploadAnnouncements({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [read, setRead] = useState<Read | null>(null)
  const [chosen, setChosen] = useState<{ name: string; bytes: number } | null>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [question, setQuestion] = useState<{ readonly asked: AskedOfFile; readonly sent: Sent } | null>(null)
  const upload = useWrite(announcements.upload)
  const preview = async (sent: Sent) => {
    setRead(null)
    setQuestion(null)
    setProblem(null)
    setReading(true)
    const { fileName, data, answers } = sent
    try {
      const body = { file: { fileName, data }, ...answers }
      const report = await call(announcements.upload, { body, query: { dryRun: '1' } })
      setRead({ ...sent, report })
    } catch (error) {
      const asked = askedOfFile(error, 'announcements')
      if (asked === null) setProblem(problemOf(error))
      else setQuestion({ asked, sent })
    } finally {
      setReading(false)
    }
  }
  const previewFile = async (file: File) => {
    setChosen({ name: file.name, bytes: file.size })
    try {
      await preview({ fileName: file.name, data: await base64Of(file), answers: {} })
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  const close = () => {
    setChosen(null)
    setRead(null)
    setQuestion(null)
    setProblem(null)
    onClose()
  }
  const save = async ({ fileName, data, answers }: Read) => {
    try {
      const done = await upload.mutateAsync({ body: { file: { fileName, data }, ...answers }, query: {} })
      notify.success(`${counted(done.added, 'announcement')} added, ${done.changed} changed.`)
      close()
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  const news = read === null ? 0 : read.report.added + read.report.changed
  return (
    <Modal opened={opened} onClose={close} title="Upload Announcements" size="lg" dirty={read !== null}>
      <Stack gap="sm">
        <FileField
          label="File of announcements"
          accept={ENDINGS}
          file={chosen}
          help="A table with the columns Date, Title and Category (.xlsx or .csv, at most 10 MB). Time, Company, Symbol, Priority, Summary, Content and ID are read where they are there."
          disabled={reading}
          onFiles={([file]) => void previewFile(file)}
        />
        {reading && (
          <Text size="sm" role="status">
            Reading the file
          </Text>
        )}
        {question !== null && (
          <FileQuestion
            asked={question.asked}
            fileName={question.sent.fileName}
            onAnswer={(answer) => {
              const { asked, sent } = question
              void preview({ ...sent, answers: answeredTo(asked, answer, sent.answers) })
            }}
          />
        )}
        {problem !== null && (
          <Banner tone="error">
            {problem.message}
            {problem.lines.length > 0 && (
              <ul className={css.lines}>
                {problem.lines.slice(0, LINES_SHOWN).map((line) => (
                  <li key={line}>{line}</li>
                ))}
                {problem.lines.length > LINES_SHOWN && <li>and {problem.lines.length - LINES_SHOWN} more</li>}
              </ul>
            )}
          </Banner>
        )}
        {read !== null && problem === null && (
          <Text size="sm" role="status">
            {counted(read.report.rows, 'announcement')}: {read.report.added} new, {read.report.changed}{' '}
            changed, {read.report.unchanged} as recorded already.
          </Text>
        )}
        <WillWait preview={read?.report} />
        <DialogActions>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={read === null || news === 0}
            loading={upload.isPending}
            onClick={() => read !== null && void save(read)}
          >
            {news === 0 ? 'Upload' : `Upload ${counted(news, 'announcement')}`}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiFailure)) return { message: FAILED, lines: [] }
  const message = messageOf(error, FAILED)
  return { message, lines: error.details.map((one) => one.message).filter((one) => one !== message) }
}
