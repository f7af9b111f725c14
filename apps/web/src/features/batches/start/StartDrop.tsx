import { FileField } from '../../../ui/form/FileField.tsx'
import { Section } from '../../../ui/Page.tsx'

const ENDINGS = ['.xlsx', '.csv', '.txt']

/** Where a newcomer's sheet is dropped. */
export function StartDrop({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Section title="Start from a spreadsheet" card>
      <FileField
        label="Sheet of your trades or holdings"
        accept={ENDINGS}
        help="Its columns are found, companies, portfolio and account are added, and you see everything before anything is recorded. .xlsx, .csv or .txt, at most 10 MB."
        onFiles={([file]) => onFile(file)}
      />
    </Section>
  )
}
