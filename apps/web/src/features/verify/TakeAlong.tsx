import { book } from '@em/contract/book/book'
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { IfMay } from '../../ui/IfMay.tsx'
import { Section } from '../../ui/Page.tsx'
import { makeExport } from '../exports/make-export.tsx'

/** The whole book as a file that other programs read and an empty installation loads. */
export function TakeAlong() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const make = () => {
    setBusy(true)
    void makeExport(client, {
      words: 'Exporting the whole book.',
      failed: 'Failed to export the book. Please try again.',
      start: (options) => call(book.export, { body: {}, ...options }),
    }).finally(() => setBusy(false))
  }
  return (
    <IfMay call={book.export}>
      <Section title="Export the Whole Book">
        <Text size="sm" mb="sm" maw={640}>
          Everything that was set up and recorded, as JSON and CSV in one .zip file. Other programs can read
          it, and an empty installation loads it to the same balances and lots.
        </Text>
        <Button variant="default" loading={busy} onClick={make}>
          Export Book
        </Button>
      </Section>
    </IfMay>
  )
}
