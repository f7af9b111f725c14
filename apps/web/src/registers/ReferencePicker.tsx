import type { Field, Register } from '@em/contract/kit/register'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { useMemo } from 'react'
import type { FieldProps } from '../ui/form/FormContext.tsx'
import { Picker, type PickerItem } from '../ui/picker/Picker.tsx'
import { useRecords } from './useMaster.ts'
import type { AnyRecord, AnyRegister } from './values.ts'

interface Reference {
  readonly register: AnyRegister
  readonly item: (record: AnyRecord) => PickerItem
  readonly placeholder: string
  readonly nothing: string
}

const any = <F extends readonly Field[]>(register: Register<F>) => register as unknown as AnyRegister

/** The registers that a field may refer to, by their word: how a record is named in paths and shown to people. */
const references: Readonly<Record<string, Reference>> = {
  portfolios: {
    register: any(portfolios),
    item: (record) => ({
      key: String(record['portfolioId']),
      symbol: String(record['portfolioId']),
      name: String(record['portfolioName']),
      ...(record['status'] === 'Active' ? {} : { detail: String(record['status']) }),
    }),
    placeholder: 'Type an ID or a name',
    nothing: 'No portfolios found',
  },
}

interface ReferencePickerProps extends FieldProps<string> {
  /** The word of the register referred to. */
  register: string
}

/** Picks a record of another register; the value is the name by which its paths know it. */
export function ReferencePicker({ register: word, ...props }: ReferencePickerProps) {
  const reference = references[word]
  if (reference === undefined) throw new Error(`No picker for the register ${word}`)
  const { query } = useRecords(reference.register)
  const items = useMemo(() => (query.data ?? []).map(reference.item), [query.data, reference])
  return (
    <Picker
      {...props}
      items={items}
      loading={query.isPending}
      recentKey={word}
      placeholder={reference.placeholder}
      nothingFound={query.isError ? 'The list could not be loaded' : reference.nothing}
    />
  )
}
