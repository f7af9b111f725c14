import { useForm } from '@mantine/form'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../lib/api.ts'
import { show } from '../../testing/page.tsx'
import { DateField } from './DateField.tsx'
import { FormShell } from './FormShell.tsx'
import { MoneyField } from './NumberField.tsx'
import { TextField } from './TextFields.tsx'

interface Values {
  symbol: string
  price: string
  date: string
}

function Demo({ save }: { save: (values: Values) => Promise<unknown> }) {
  const form = useForm<Values>({
    initialValues: { symbol: '', price: '', date: '' },
    validate: { symbol: (value) => (value === '' ? 'Must not be empty.' : null) },
  })
  return (
    <FormShell form={form} onSubmit={save} saveLabel="Save" failed="Error saving equity. Please try again.">
      <TextField name="symbol" label="Ticker Symbol" required />
      <MoneyField name="price" label="Price" />
      <DateField name="date" label="Trade Date" />
    </FormShell>
  )
}

describe('FormShell', () => {
  it('sums up what is wrong and focuses the first field', async () => {
    const { user } = show(<Demo save={() => Promise.reject(new Error('not called'))} />)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByRole('alert').textContent).toContain('Ticker Symbol: Must not be empty.')
    expect(document.activeElement).toBe(screen.getByLabelText(/Ticker Symbol/))
    await user.keyboard('J')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('has the sentence for missing fields only where nothing else is wrong', async () => {
    function Mixed() {
      const form = useForm({
        initialValues: { symbol: '', price: '' },
        validate: {
          symbol: (value) => (value === '' ? 'Symbol is required' : null),
          price: (value) => (value === '5' ? 'Price must be a multiple of ten.' : null),
        },
      })
      return (
        <FormShell form={form} onSubmit={async () => {}} saveLabel="Save" summaryTitle="Please fill in all:">
          <TextField name="symbol" label="Symbol" />
          <TextField name="price" label="Price" />
        </FormShell>
      )
    }
    const { user } = show(<Mixed />)
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
    await save()
    expect(screen.getByRole('alert').textContent).toContain('Please fill in all:')
    await user.type(screen.getByLabelText('Price'), '5')
    await save()
    expect(screen.getByRole('alert').textContent).toContain('Please check these fields:')
    expect(screen.getByRole('alert').textContent).toContain('Symbol is required')
  })

  it('saves by Ctrl-S, with exact text from what was typed', async () => {
    const saved: Values[] = []
    const { user } = show(<Demo save={async (values) => saved.push(values)} />)
    await user.type(screen.getByLabelText(/Ticker Symbol/), 'JKH')
    await user.type(screen.getByLabelText('Price'), '1,234,567.50')
    await user.type(screen.getByLabelText('Trade Date'), '31/01/2026')
    await user.tab()
    expect(screen.getByLabelText<HTMLInputElement>('Trade Date').value).toBe('2026-01-31')
    expect(screen.getByText('Saturday 31 January 2026')).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    expect(saved).toEqual([{ symbol: 'JKH', price: '1234567.50', date: '2026-01-31' }])
  })

  it('pastes a spreadsheet cell into a number', async () => {
    const { user } = show(<Demo save={() => Promise.resolve()} />)
    await user.click(screen.getByLabelText('Price'))
    await user.paste(' (1,234.5)\n')
    expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('-1,234.5')
  })

  it('puts the refusal at its field and keeps what was typed', async () => {
    const details = [{ field: 'symbol', message: 'Ticker Symbol "JKH" already exists.' }]
    const refuse = () => Promise.reject(new ApiFailure(409, 'record.duplicate', 'It exists.', details, true))
    const { user } = show(<Demo save={refuse} />)
    await user.type(screen.getByLabelText(/Ticker Symbol/), 'JKH{Control>}s{/Control}')
    expect((await screen.findByRole('alert')).textContent).toContain('It exists.')
    expect(screen.getByLabelText<HTMLInputElement>(/Ticker Symbol/).value).toBe('JKH')
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(screen.getByLabelText(/Ticker Symbol/))
  })

  it('Enter visits every field, replaces its content, and saves in the last one', async () => {
    const saved: Values[] = []
    const { user } = show(<Demo save={async (values) => saved.push(values)} />)
    await user.type(screen.getByLabelText('Trade Date'), '2026-11-20')
    await user.type(screen.getByLabelText(/Ticker Symbol/), 'JKH{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Price'))
    await user.keyboard('12{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Trade Date'))
    expect(saved).toEqual([])
    await user.keyboard('31/01/2026{Enter}')
    expect(saved).toEqual([{ symbol: 'JKH', price: '12', date: '2026-01-31' }])
  })

  it('goes back to the first field after a save, and to where one was after a failed one', async () => {
    let fails = true
    const { user } = show(
      <Demo save={() => (fails ? Promise.reject(new Error('lost')) : Promise.resolve())} />,
    )
    await user.type(screen.getByLabelText(/Ticker Symbol/), 'JKH')
    await user.type(screen.getByLabelText('Price'), '12{Control>}s{/Control}')
    await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Price')))
    fails = false
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Ticker Symbol/)))
  })

  it('saves once, however often it is asked, and says what failed', async () => {
    let calls = 0
    let fail: (error: Error) => void = () => undefined
    const slow = () => {
      calls += 1
      return new Promise((_, reject) => {
        fail = reject
      })
    }
    const { user } = show(<Demo save={slow} />)
    await user.type(screen.getByLabelText(/Ticker Symbol/), 'JKH')
    await user.keyboard('{Control>}s{/Control}')
    await user.keyboard('{Control>}s{/Control}')
    expect(calls).toBe(1)
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
    await act(async () => fail(new Error('lost')))
    expect(screen.getByRole('alert').textContent).toBe('Error saving equity. Please try again.')
    // An edit makes it old.
    await user.type(screen.getByLabelText(/Ticker Symbol/), '.N0000')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
