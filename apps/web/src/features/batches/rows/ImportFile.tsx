import { Button, Stack, Text } from '@mantine/core'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { FileField } from '../../../ui/form/FileField.tsx'
import css from './Rows.module.css'
import type { Row } from './rows.ts'
import { SheetColumns } from './SheetColumns.tsx'
import { useSheet } from './useSheet.ts'

const ENDINGS = ['.xlsx', '.csv', '.txt']

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
      <Stack gap="sm">
        <FileField
          label="Excel workbook (.xlsx) or CSV file"
          accept={ENDINGS}
          file={sheet.file && { name: sheet.file.name, bytes: sheet.file.size }}
          help="At most 10 MB and 100,000 rows. Formulas are imported with their stored values."
          disabled={sheet.busy}
          onFiles={([file]) => void sheet.read(file)}
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
      </Stack>
    </Modal>
  )
}
