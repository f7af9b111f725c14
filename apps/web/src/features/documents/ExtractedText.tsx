import { Button, Group } from '@mantine/core'
import { copyToClipboard } from '../../ui/grid/copy.ts'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './document/TradeReport.module.css'

/** The words of a PDF. */
export interface Extracted {
  readonly fileName: string
  readonly text: string
}

/** The words that were read out of a PDF, to be copied. */
export function ExtractedText({ extracted, onClear }: { extracted: Extracted; onClear: () => void }) {
  const { fileName, text } = extracted
  const copy = async () => {
    if (await copyToClipboard(text)) notify.success('The text was copied.')
    else notify.error('The text could not be copied. Select it and copy it with the keyboard.')
  }
  return (
    <Section
      card
      title={`Extracted text of ${fileName}`}
      actions={
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => void copy()}>
            Copy Text
          </Button>
          <Button size="compact-sm" variant="default" onClick={onClear}>
            Clear Text
          </Button>
        </Group>
      }
    >
      <pre className={css.text} tabIndex={0} aria-label={`Extracted text of ${fileName}`}>
        {text}
      </pre>
    </Section>
  )
}
