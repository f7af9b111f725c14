import { dateFromText } from '@em/core/sheets/days'
import { Button, Group, Text } from '@mantine/core'
import type { Answer, AskedOfFile } from '../lib/file-answers.ts'

const CHOICES: Readonly<Record<AskedOfFile['field'], readonly { label: string; answer: Answer }[]>> = {
  dateOrder: [
    { label: 'Day first (31/12/2026)', answer: 'dmy' },
    { label: 'Month first (12/31/2026)', answer: 'mdy' },
    { label: 'Year first (26/12/31)', answer: 'ymd' },
    { label: 'Days of a spreadsheet (46387)', answer: 'serial' },
  ],
  decimalMark: [
    { label: 'A point (1,234.56)', answer: '.' },
    { label: 'A comma (1.234,56)', answer: ',' },
  ],
}

interface FileQuestionProps {
  asked: AskedOfFile
  fileName: string
  onAnswer: (answer: Answer) => void
}

/** Asks how a file writes its days or numbers; the answer for the sender's last file comes first and is marked. */
export function FileQuestion({ asked, fileName, onAnswer }: FileQuestionProps) {
  const { field, message, before } = asked
  const choices = CHOICES[field].filter(
    ({ answer }) => answer === '.' || answer === ',' || dateFromText(asked.example, answer) !== undefined,
  )
  const last = choices.find(({ answer }) => answer === before)
  return (
    <div role="alert">
      <Text size="sm">{message}</Text>
      {last !== undefined && (
        <Text size="sm" c="dimmed">
          For the last file of this sender you chose: {last.label}.
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {choices.map(({ label, answer }) => (
          <Button
            key={label}
            variant={answer === before ? 'filled' : 'default'}
            size="compact-sm"
            autoFocus={answer === before}
            aria-label={`${label}, in ${fileName}`}
            onClick={() => onAnswer(answer)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  )
}
