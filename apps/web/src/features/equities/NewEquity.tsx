import { equities } from '@em/contract/equities/equities'
import { symbolFromText } from '@em/core/securities/symbol'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useWrite } from '../../lib/query.ts'
import { NewModal } from '../../registers/NewModal.tsx'
import { notify } from '../../ui/notify.tsx'
import { equityMaster } from './equity-master.ts'

interface AddEquityProps {
  /** The name in the rows: a symbol or the name of a company. */
  text: string
  disabled?: boolean
  onAdded: (symbol: string) => void
}

/** Adds an unknown security to Equity Master, in a dialog; absent for users who may not add to the register. */
export function AddEquity({ text, disabled = false, onAdded }: AddEquityProps) {
  const [opened, setOpened] = useState(false)
  if (!useMay()(equities.routes.create)) return null
  const symbol = /\s/.test(text.trim()) ? null : symbolFromText(text)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={disabled}
        aria-label={`Add ${text.trim()} as a new equity`}
        onClick={() => setOpened(true)}
      >
        Add as a new equity
      </Button>
      {opened && (
        // A dialog over another form: what is saved here must not save that one.
        <span onSubmit={(event) => event.stopPropagation()}>
          <NewModal
            master={equityMaster}
            opened
            start={symbol === null ? { name: text.trim() } : { symbol }}
            onClose={() => setOpened(false)}
            onSaved={(equity) => onAdded(String(equity['symbol']))}
          />
        </span>
      )}
    </>
  )
}

interface AddListedProps {
  listed: { readonly symbol: string; readonly name: string; readonly sector: string | null }
  disabled?: boolean
  onAdded: (symbol: string) => void
}

/** Adds a security of the exchange's list to Equity Master by one click. */
export function AddListed({ listed: { symbol, name, sector }, disabled = false, onAdded }: AddListedProps) {
  const add = useWrite(equities.routes.create)
  const save = async () => {
    try {
      await add.mutateAsync({ body: { symbol, name, sector: sector ?? 'Other' } } as never)
      notify.success(`${symbol} was added to the Equity Master.`)
      onAdded(symbol)
    } catch (error) {
      notify.error('The security could not be added. Please try again.', error)
    }
  }
  if (!useMay()(equities.routes.create)) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={disabled}
      loading={add.isPending}
      onClick={() => void save()}
    >
      Add {name} ({symbol})
    </Button>
  )
}
