import { brokerNames, type OpenBrokerName } from '@em/contract/brokers/broker-names'
import { ADOPTED_AT_ONCE } from '@em/contract/brokers/brokers'
import { type BrokerFit, fitOf } from '@em/core/trades/broker-names'
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { NewModal } from '../../registers/NewModal.tsx'
import type { AnyRecord, FormValues } from '../../registers/values.ts'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import css from './Brokers.module.css'
import { brokerMaster } from './broker-master.ts'

interface NewBrokerProps {
  opened: boolean
  /** As trades write it; '' for none. */
  name?: string
  onClose: () => void
  onSaved?: (record: AnyRecord) => void
}

interface Fitting extends OpenBrokerName {
  readonly fit: BrokerFit
}

/** Enters a broker, and offers him the names in trades that fit. */
export function NewBroker({ opened, name = '', onClose, onSaved }: NewBrokerProps) {
  const open = useRoute(brokerNames.open, {}, { enabled: useMay()(brokerNames.open) && opened })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set([name]))
  const fitting = (values: FormValues): Fitting[] => {
    const broker = { name: String(values['name'] ?? ''), code: String(values['code'] ?? '') }
    return (open.data?.names ?? []).flatMap((one) => {
      const fit = fitOf(one.name, broker) ?? (ticked.has(one.name) ? 'near' : null)
      return fit === null ? [] : [{ ...one, fit }]
    })
  }
  const chosen = (values: FormValues) =>
    fitting(values)
      .filter(({ fit, name }) => fit === 'near' && ticked.has(name))
      .slice(0, ADOPTED_AT_ONCE)
  const tick = (which: string, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, which] : [...before].filter((one) => one !== which)))
  return (
    // A dialog over another form: what is saved here must not save that one.
    <span onSubmit={(event) => event.stopPropagation()}>
      <NewModal
        master={brokerMaster}
        opened={opened}
        {...(name !== '' && { start: { name } })}
        extra={{
          show: (values) => <NamesThatFit names={fitting(values)} ticked={ticked} onTick={tick} />,
          sent: (values) => {
            const adopts = chosen(values).map((one) => one.name)
            return adopts.length > 0 ? { adopts } : {}
          },
        }}
        onClose={onClose}
        {...(onSaved && { onSaved })}
      />
    </span>
  )
}

interface NamesThatFitProps {
  names: readonly Fitting[]
  ticked: ReadonlySet<string>
  onTick: (name: string, on: boolean) => void
}

/** Names in trades that fit a new broker: spellings of his own name are included, similar names are offered. */
function NamesThatFit({ names, ticked, onTick }: NamesThatFitProps) {
  if (names.length === 0) return null
  return (
    <FormSection title="These names in trades fit">
      <Stack gap="xs" className={css.names}>
        {names.map(({ name, trades, bought, sold, fit }) => (
          <Checkbox
            key={name}
            label={name}
            checked={fit === 'same' || ticked.has(name)}
            disabled={fit === 'same'}
            onChange={(event) => onTick(name, event.currentTarget.checked)}
            description={
              <>
                {counted(trades, 'trade')}, <Amount value={bought} /> bought, <Amount value={sold} /> sold
                {fit === 'same' && '. The same name: it comes along.'}
              </>
            }
          />
        ))}
        <p className={css.quiet}>
          Trades under the ticked names are read as this broker’s in every report. Nothing that was recorded
          changes.
        </p>
      </Stack>
    </FormSection>
  )
}
