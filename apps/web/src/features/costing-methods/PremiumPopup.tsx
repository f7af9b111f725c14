import { COSTING_METHOD_LABELS, type CostingMethod } from '@em/contract/costing-methods/costing-methods'
import { Button, Code, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useHealth } from '../../lib/health.ts'
import { session } from '../../lib/session.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { useLast } from '../../ui/useLast.ts'
import { salesMail } from './premium.ts'

const ASK = 'Please ask the administrator of this installation about the premium edition.'

/** Why FIFO and Cherry Picking cannot be chosen in the standard edition. */
export function PremiumPopup({ method, onClose }: { method: CostingMethod | null; onClose: () => void }) {
  const shown = useLast(method)
  const support = useHealth({ staleTime: 60_000 }).data?.supportEmail ?? null
  const [asked, setAsked] = useState(false)
  if (shown === null) return null
  return (
    <Modal opened={method !== null} onClose={onClose} title="Premium Feature" size="sm">
      <Text>
        {COSTING_METHOD_LABELS[shown]} is part of the premium edition. This installation assigns{' '}
        {COSTING_METHOD_LABELS.WAP}.
      </Text>
      {session()?.user.is_admin === true && (
        <Text mt="sm">
          You administer this installation: it assigns every method when its server is started with{' '}
          <Code>EQUITY_MANAGER_EDITION=premium</Code>.
        </Text>
      )}
      {asked && (
        <Text mt="sm" role="status">
          {ASK}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Maybe Later
        </Button>
        {support === null ? (
          <Button onClick={() => setAsked(true)}>Contact Sales</Button>
        ) : (
          <Button component="a" href={salesMail(support, shown)} onClick={onClose}>
            Contact Sales
          </Button>
        )}
      </Group>
    </Modal>
  )
}
