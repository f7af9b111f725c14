import { Button, FileInput, Text } from '@mantine/core'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import css from './Rows.module.css'
import type { Row } from './rows.ts'
import { SheetColumns } from './SheetColumns.tsx'
import { useSheet } from './useSheet.ts'

interface ImportFileProps {
  opened: boolean
  onClose: () => void
  onRows: (rows: Row[], fileName: string) => void
}

/** Chooses a file, shows its columns with what they seem to mean, and puts its rows into the table. */
export function ImportFile({ opened, onClose, onRows }: ImportFileProps) {
  const sheet = useSheet()
  const { reading } = sheet
  return (
    <Modal opened={opened} onClose={onClose} title="Import File" size="xl">
      <FileInput
        label="Excel workbook (.xlsx) or CSV file"
        description="At most 10 MB and 100,000 rows. Formulas are imported with their stored values."
        accept=".xlsx,.csv,.txt"
        placeholder="Choose a file"
        value={sheet.file}
        onChange={(file) => void sheet.read(file)}
        disabled={sheet.busy}
        clearable
      />
      {sheet.busy && <Text role="status">Reading the file</Text>}
      {sheet.problem !== null && <Banner tone="error">{sheet.problem}</Banner>}
      {reading !== null && (
        <>
          <SheetColumns sheet={sheet} />
          <div className={css.tools}>
            <span className={css.grow} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => onRows(sheet.take(), reading.fileName)} disabled={!sheet.ready}>
              Add {counted(reading.rows.length, 'row')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
