import type { CostingMethod } from '@em/contract/costing-methods/costing-methods'
import { useState } from 'react'
import { useHealth } from '../../lib/health.ts'
import { RadioField } from '../../ui/form/TextFields.tsx'
import { PremiumPopup } from './PremiumPopup.tsx'
import { choosing, methodChoices } from './premium.ts'

interface MethodFieldProps {
  /** '' while none is chosen. */
  value: string
  onChange: (method: CostingMethod) => void
  readOnly?: boolean
}

/** The costing methods to choose from; one that this edition does not assign says so and changes nothing. */
export function MethodField({ value, onChange, readOnly = false }: MethodFieldProps) {
  const [wanted, want] = useState<CostingMethod | null>(null)
  const edition = useHealth().data?.edition
  const choose = (chosen: string) => {
    const method = chosen as CostingMethod
    if (choosing(method, edition) === 'premium-popup') want(method)
    else onChange(method)
  }
  return (
    <>
      <RadioField
        label="Costing Method"
        required
        value={value}
        onChange={choose}
        readOnly={readOnly}
        options={methodChoices(edition)}
      />
      <PremiumPopup method={wanted} onClose={() => want(null)} />
    </>
  )
}
