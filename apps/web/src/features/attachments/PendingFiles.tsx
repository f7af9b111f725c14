import { Button, FileButton, Group, Text } from '@mantine/core'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { sizeText } from '../../lib/files.ts'
import { Banner } from '../../ui/Banner.tsx'
import css from './Attachments.module.css'
import { ACCEPTED, faultOf } from './files.ts'

interface PendingFilesProps {
  files: readonly File[]
  onChange: (files: File[]) => void
}

/** Files chosen before their record is saved: sent with `attach` once it has an id. */
export function PendingFiles({ files, onChange }: PendingFilesProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const add = (chosen: readonly File[]) => {
    setProblem(chosen.map(faultOf).find((fault) => fault !== null) ?? null)
    onChange([...files, ...chosen.filter((file) => faultOf(file) === null)])
  }
  return (
    <section
      className={css.box}
      aria-label="Attachments"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
    >
      <Group justify="space-between" mb={4}>
        <Text fw={600} size="sm">
          Attachments
        </Text>
        <FileButton multiple accept={ACCEPTED} onChange={add}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" leftSection={<IconPaperclip size={14} />}>
              Attach file
            </Button>
          )}
        </FileButton>
      </Group>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {files.length === 0 ? (
        <Text size="sm" c="dimmed">
          Saved with the entry. PDF, picture, Excel, CSV or text, up to 10 MB.
        </Text>
      ) : (
        <ul className={css.files}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
            <li key={index}>
              <Text size="sm" span>
                {file.name}
              </Text>
              <Text size="xs" c="dimmed" span>
                {sizeText(file.size)}
              </Text>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              >
                <IconX size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
