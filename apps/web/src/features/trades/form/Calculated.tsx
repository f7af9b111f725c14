import type { ReactNode } from 'react'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { Amount, type Part } from '../../../ui/Numbers.tsx'

interface CalculatedProps {
  label: string
  value: number | null | undefined
  stale: boolean
  how?: readonly Part[] | false | null | undefined
  strong?: boolean
  help?: ReactNode
}

/** A calculated amount in LKR and how it is made. */
export function Calculated({ label, value, stale, how, strong, help }: CalculatedProps) {
  return (
    <CalcField
      label={label}
      unit="LKR"
      value={<Amount value={value} />}
      stale={stale}
      {...(how && value != null ? { how } : {})}
      {...(strong === true ? { strong } : {})}
      {...(help === undefined ? {} : { help })}
    />
  )
}
