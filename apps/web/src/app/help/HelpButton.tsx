import { ActionIcon, Tooltip } from '@mantine/core'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/parts.ts'
import type { OpenTab } from '../../links/tabs.ts'
import { PartBoundary } from '../../ui/PartBoundary.tsx'

const HelpDialog = lazyPart(() => import('./HelpDialog.tsx'))

/** Opens the user guide at the section of the open tab. */
export function HelpButton({ openTab }: { openTab: OpenTab }) {
  const [help, show] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Tooltip label="Help on this screen">
        <ActionIcon aria-label="Help on this screen" onClick={() => show('open')}>
          <IconHelp size={17} />
        </ActionIcon>
      </Tooltip>
      <PartBoundary quiet part={help}>
        <Suspense>
          {help !== 'never' && (
            <HelpDialog opened={help === 'open'} onClose={() => show('closed')} openTab={openTab} />
          )}
        </Suspense>
      </PartBoundary>
    </>
  )
}
