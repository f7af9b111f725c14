import { brokers } from '@em/contract/brokers/brokers'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../lib/may.ts'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { NewBroker } from '../../brokers/NewBroker.tsx'
import type { OtherBroker } from './broker-names.ts'
import css from './Rows.module.css'

interface OtherBrokersProps {
  names: readonly OtherBroker[]
  disabled: boolean
  /** Says whose a name is, in every row that has it. */
  onName: (text: string, broker: string) => void
}

const LISTED = 20

/** Names that are not in Brokers: each is answered once for all its rows, or left as it is written. */
export function OtherBrokers({ names, disabled, onName }: OtherBrokersProps) {
  const may = useMay()
  const [adding, setAdding] = useState<string | null>(null)
  if (names.length === 0) return null
  return (
    <Banner tone="info">
      {counted(names.length, 'broker name')} {names.length === 1 ? 'is' : 'are'} not in Brokers. Left as{' '}
      {names.length === 1 ? 'it is, it is' : 'they are, they are'} recorded as written.
      {names.length > LISTED && ` The first ${LISTED} are listed.`}
      <ul className={css.names}>
        {names.slice(0, LISTED).map(({ text, rows, near }) => (
          <li key={text}>
            <span>
              <strong>{text}</strong> ({counted(rows, 'row')}){near.length > 0 && ' may be'}
            </span>
            {near.map((name) => (
              <Button
                key={name}
                size="compact-sm"
                variant="default"
                disabled={disabled}
                onClick={() => onName(text, name)}
              >
                {name}
              </Button>
            ))}
            {may(brokers.routes.create) && (
              <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => setAdding(text)}>
                Add {text}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {adding !== null && (
        <NewBroker
          opened
          name={adding}
          onClose={() => setAdding(null)}
          onSaved={(broker) => onName(adding, String(broker['name']))}
        />
      )}
    </Banner>
  )
}
