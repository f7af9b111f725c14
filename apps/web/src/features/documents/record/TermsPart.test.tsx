import type { TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { TermsPart } from './TermsPart.tsx'
import { termsOf } from './useRecording.ts'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('shows whose a client account was over time, where it is remembered', async () => {
  const version = {
    number: 1,
    recorded_at: '2026-05-12T05:00:00Z',
    recorded_by: 'Nadeesha Perera',
    action: 'Remembered',
    act_id: 9,
    effective_from: null,
    changes: [{ field: 'broker_name', label: 'Broker', before: null, after: 'Lanka Securities' }],
  }
  network({
    ...usual,
    'GET /brokers/names': { body: [] },
    'GET /trade-document-clients/C-1/versions': { body: [version] },
  })
  const client = { clientName: 'Growth Fund', lines: 2, settlementAccount: null, proposed: null }
  const document = {
    broker: null,
    clients: [
      { ...client, clientAccount: 'C-1', portfolio: { id: 1, code: 'GRW', name: 'Growth Fund' } },
      { ...client, clientAccount: 'C-2', portfolio: null },
    ],
  } as unknown as TradeDocumentDetail
  const choices = { portfolios: [], accounts: [], failed: null }
  const { user } = show(
    <TermsPart document={document} terms={termsOf(document)} choices={choices} onChange={() => undefined} />,
  )
  expect(screen.queryByRole('button', { name: 'History of client account C-2' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'History of client account C-1' }))
  const dialog = await screen.findByRole('dialog', { name: 'History of client account C-1' })
  expect(await within(dialog).findByText('Lanka Securities')).toBeTruthy()
})
