import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { MappingFields } from './MappingFields.tsx'
import type { StatementWords } from './statement-texts.ts'
import type { StatementFileWork } from './useStatementFile.ts'

const ENDINGS = ['.csv', '.xlsx', '.ofx', '.qfx', '.sta', '.mt940', '.940', '.xml', '.pdf', '.txt']

interface StatementFileProps {
  work: StatementFileWork
  words: StatementWords
  /** The work on the lines meanwhile: no other file is taken. */
  running?: ReactNode
}

/** Chooses a statement file, and asks what its reading leaves open: the sheet, the columns, the account. */
export function StatementFile({ work, words, running }: StatementFileProps) {
  const { file, reading, mapping, missing, busy, problem } = work
  const isRunning = running !== undefined
  return (
    <>
      <FileField
        label="Statement file"
        accept={ENDINGS}
        file={file}
        help=".csv, .xlsx, OFX (.ofx, .qfx), MT940 (.sta, .mt940, .940), camt.053 (.xml), PDF with text; at most 10 MB."
        disabled={busy !== null || isRunning}
        onFiles={([found]) => void work.take(found)}
      />
      {running}
      {busy !== null && !isRunning && (
        <div role="status">
          {busy} ...
          <Progress value={100} animated size="sm" aria-label={busy} mt={4} />
        </div>
      )}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {reading !== null &&
        missing === null &&
        busy === null &&
        !isRunning &&
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
              onChange={work.takeSheet}
            />
          )}
          {mapping !== null && (
            <MappingFields
              reading={reading}
              mapping={mapping}
              missing={missing}
              words={words}
              onChange={work.takeMapping}
            />
          )}
        </>
      )}
      {reading !== null && reading.parts.length > 1 && file !== null && (
        <SelectField
          label="Account in the File"
          required
          options={reading.parts.map((part) => ({
            value: part.key,
            label: [part.account ?? part.key, part.currency, counted(part.lines, 'line')]
              .filter(Boolean)
              .join(', '),
          }))}
          value={reading.part ?? ''}
          onChange={work.takePart}
        />
      )}
    </>
  )
}
