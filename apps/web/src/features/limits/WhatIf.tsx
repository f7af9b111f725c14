import { equities } from '@em/contract/equities/equities'
import { type LimitCheck, limits, WHAT_IF_ACTS_MAX } from '@em/contract/limits/limits'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useMemo, useRef } from 'react'
import { useRoute, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Section } from '../../ui/Page.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { securityItems } from '../../ui/picker/security-items.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { BrokerField } from '../trades/form/BrokerField.tsx'
import { Checks, PHONE } from './Checks.tsx'
import css from './Limits.module.css'

interface Act {
  kind: 'buy' | 'sell'
  portfolioId: string
  symbol: string
  quantity: string
  price: string
  broker: string
}
const NEW_ACT: Act = { kind: 'buy', portfolioId: '', symbol: '', quantity: '', price: '', broker: '' }

function faultsIn({ acts }: { acts: Act[] }): Record<string, string> {
  const faults: Record<string, string> = {}
  const NEEDED = { portfolioId: 'Portfolio', symbol: 'Security', quantity: 'Shares', price: 'Price' } as const
  for (const [index, act] of acts.entries())
    for (const [field, what] of Object.entries(NEEDED))
      if (act[field as keyof typeof NEEDED].trim() === '')
        faults[`acts.${index}.${field}`] = `${what} is required.`
  return faults
}

const ASKS: Readonly<Record<LimitCheck['asks'], { tone: 'success' | 'warning' | 'error'; text: string }>> = {
  nothing: { tone: 'success', text: 'No limit holds this back.' },
  reason: { tone: 'warning', text: 'An order for this needs a reason.' },
  refusal: {
    tone: 'error',
    text: 'An order for this waits for a release by another person: it is beyond a hard limit.',
  },
}

/** The effect of buys and sales on the limits that they touch. Nothing is written. */
export function WhatIf() {
  const ask = useWrite(limits.whatIf)
  const securities = useRoute(equities.routes.list, { query: {} })
  const items = useMemo(() => securityItems(securities.data), [securities.data])
  const list = useRoute(portfolios.routes.list, { query: {} })
  const options = (list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName }))
  const form = useForm({ initialValues: { acts: [NEW_ACT] }, validate: faultsIn })
  const { acts } = form.values
  const asked = ask.data === undefined ? null : ASKS[ask.data.asks]
  const answer = useRef<HTMLDivElement>(null)
  // On a narrow screen the answer is below the fold of its form.
  useEffect(() => {
    if (ask.data !== undefined) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [ask.data])
  return (
    <Section title="What-if" card>
      <Stack gap="md">
        <p className={css.quiet}>
          Enter what might be bought or sold. The limits that it touches are shown before and after; nothing
          is written.
        </p>
        <FormShell
          form={form}
          sticky={false}
          saveLabel="Show the limits"
          savingLabel="Asking"
          failed="The limits could not be asked. Please try again."
          actions={
            <Button
              variant="default"
              disabled={acts.length >= WHAT_IF_ACTS_MAX}
              onClick={() =>
                form.insertListItem('acts', { ...NEW_ACT, portfolioId: acts.at(-1)?.portfolioId ?? '' })
              }
            >
              Add Line
            </Button>
          }
          onSubmit={async (values) => {
            // A refusal is shown at its field; the former answer does not belong to these values.
            ask.reset()
            await ask.mutateAsync({
              body: {
                acts: values.acts.map((act) => ({
                  ...act,
                  settlementDate: null,
                  tradeDate: null,
                  settlementAccount: null,
                  broker: act.broker || null,
                })),
              },
            })
          }}
        >
          <div className={css.acts}>
            {acts.map((_, index) => (
              <div key={index} className={css.act}>
                <SelectField
                  name={`acts.${index}.kind`}
                  label="Side"
                  required
                  options={[
                    { value: 'buy', label: 'Buy' },
                    { value: 'sell', label: 'Sell' },
                  ]}
                />
                <SelectField
                  name={`acts.${index}.portfolioId`}
                  label="Portfolio"
                  required
                  options={options}
                />
                <Picker
                  name={`acts.${index}.symbol`}
                  label="Security"
                  required
                  items={items}
                  loading={securities.isPending}
                  recentKey="equities"
                  nothingFound="No securities found"
                />
                <NumberField name={`acts.${index}.quantity`} label="Shares" whole required />
                <NumberField name={`acts.${index}.price`} label="Price" required />
                <BrokerField name={`acts.${index}.broker`} label="Broker" />
                {acts.length > 1 && (
                  <Button
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove line ${index + 1}`}
                    onClick={() => form.removeListItem('acts', index)}
                  >
                    Remove
                  </Button>
                )}
              </div>
            ))}
          </div>
        </FormShell>
        {ask.data !== undefined && asked !== null && (
          <Stack ref={answer} gap="md" className={css.answer ?? ''}>
            <Banner tone={asked.tone}>
              {asked.text}
              <Holding checks={ask.data.checks} />
            </Banner>
            <Checks checks={ask.data.checks} />
          </Stack>
        )}
      </Stack>
    </Section>
  )
}

/** The sentences of what holds it back. On a phone the list of all says them. */
function Holding({ checks }: { checks: readonly LimitCheck[] }) {
  const isPhone = useMedia(PHONE)
  const holding = checks.filter(({ asks }) => asks !== 'nothing')
  if (isPhone || holding.length === 0) return null
  return (
    <ul className={css.sentences}>
      {holding.map(({ limit, scope, text }) => (
        <li key={`${limit.code} ${scope.id} ${text}`}>{text}</li>
      ))}
    </ul>
  )
}
