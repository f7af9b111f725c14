import { brokerNames } from '@em/contract/brokers/broker-names'
import { brokers } from '@em/contract/brokers/brokers'
import { brokerKey } from '@em/core/trades/broker-names'
import { Anchor, Autocomplete } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useMay } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { type FieldProps, shared, useField } from '../../../ui/form/FormContext.tsx'
import { NewBroker } from '../../brokers/NewBroker.tsx'
import { useBrokersMeant } from '../../brokers/useBrokersMeant.ts'

/**
 * A broker's name, typed freely; the register's active brokers are proposed. A typed name that means one broker becomes his registered
 * name and can be put back; another name can be registered.
 */
export function BrokerField(props: FieldProps<string>) {
  const bound = useField(props)
  const known = useRoute(brokers.routes.list)
  const names = useMemo(
    () => [...new Set((known.data ?? []).filter((one) => one.isActive).map((one) => String(one.name)))],
    [known.data],
  )
  const written = bound.value ?? ''
  // Once it was typed: a name that is being typed is another one with every letter.
  const [isTyping, setTyping] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const brokersMeant = useBrokersMeant(isUsed)
  /** The name at the beginning of the typing: one that the user did not type stays as it is recorded. */
  const before = useRef<string | null>(null)
  /** A typed name that became a registered one; `isPutBack` where it was put back. */
  const [became, setBecame] = useState<{ typed: string; name: string; isPutBack: boolean } | null>(null)
  const leave = () => {
    setTyping(false)
    const name = written === before.current ? null : (brokersMeant?.meant(written) ?? null)
    const isPutBackNow = became?.isPutBack === true && became.typed === written
    if (name !== null && name !== written && !isPutBackNow) {
      setBecame({ typed: written, name, isPutBack: false })
      bound.set(name)
    }
    bound.blur()
  }
  const keep = (typed: string, name: string) => {
    setBecame({ typed, name, isPutBack: true })
    bound.set(typed)
  }
  const isOther =
    !isTyping &&
    known.data !== undefined &&
    brokerKey(written) !== '' &&
    !known.data.some(({ name }) => brokerKey(String(name)) === brokerKey(written))
  const isPutIn = !isTyping && became !== null && !became.isPutBack && became.name === written
  const help = isOther ? (
    <OtherName written={written} onSaved={bound.set} />
  ) : isPutIn && brokerKey(became.typed) !== brokerKey(became.name) ? (
    <>
      {became.typed} is read as {became.name}.{' '}
      <Anchor component="button" type="button" size="xs" onClick={() => keep(became.typed, became.name)}>
        Keep {became.typed}
      </Anchor>
    </>
  ) : undefined
  return (
    <Autocomplete
      {...(help === undefined
        ? shared(props, bound)
        : shared({ ...props, help }, { ...bound, remembered: undefined }))}
      data={names}
      value={written}
      onChange={bound.set}
      onFocus={(event) => {
        event.currentTarget.select()
        setTyping(true)
        setUsed(true)
        before.current = written
      }}
      onBlur={leave}
      limit={30}
      maxLength={200}
      openOnFocus={false}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  )
}

/** For a name that is not in Brokers: the broker who adopted it, otherwise a link to register it. */
function OtherName({ written, onSaved }: { written: string; onSaved: (name: string) => void }) {
  const may = useMay()
  const [adding, setAdding] = useState<string | null>(null)
  const adopted = useRoute(brokerNames.adopted, {}, { enabled: may(brokerNames.adopted) })
  const of = adopted.data?.find(({ name }) => brokerKey(name) === brokerKey(written))
  if (of !== undefined) return <>A name of {of.broker.name}</>
  if (!may(brokers.routes.create)) return <>Not in Brokers: recorded as written</>
  return (
    <>
      New broker?{' '}
      <Anchor component="button" type="button" size="xs" onClick={() => setAdding(written.trim())}>
        Add
      </Anchor>
      {adding !== null && (
        <NewBroker
          opened
          name={adding}
          onClose={() => setAdding(null)}
          onSaved={(broker) => onSaved(String(broker['name']))}
        />
      )}
    </>
  )
}
