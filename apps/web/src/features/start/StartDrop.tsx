import { Button, FileButton, Text } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../ui/Page.tsx'
import css from './Start.module.css'

/** Where a newcomer's sheet is dropped. */
export function StartDrop({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)
  return (
    <Section title="Start from a spreadsheet" card>
      <section
        className={css.drop}
        data-over={over || undefined}
        aria-label="Spreadsheet"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file !== undefined) onFile(file)
        }}
      >
        <Text>Drop a sheet of your trades here (.xlsx or .csv)</Text>
        <FileButton accept=".xlsx,.csv,.txt" onChange={(file) => file !== null && onFile(file)}>
          {(props) => <Button {...props}>Choose File</Button>}
        </FileButton>
        <Text size="sm" c="dimmed">
          Its columns are found, companies, portfolio and account are added, and you see everything before
          anything is recorded.
        </Text>
      </section>
    </Section>
  )
}
