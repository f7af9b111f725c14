import { Drawer } from '@mantine/core'
import type { OpenTab } from '../links/tabs.ts'
import { useHistoryStep } from '../ui/useHistoryStep.ts'
import { useMounted } from '../ui/useMounted.ts'
import { Sidebar } from './Sidebar.tsx'

interface MobileMenuProps {
  opened: boolean
  onClose: () => void
  openTab: OpenTab
  onLogout: () => void
}

/** The sidebar in a drawer, where the screen is too narrow for both. */
export default function MobileMenu({ opened, onClose, openTab, onLogout }: MobileMenuProps) {
  const mounted = useMounted()
  useHistoryStep(opened && mounted, onClose)
  return (
    <Drawer.Root opened={opened && mounted} onClose={onClose} size={288}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Navigation">
        <Drawer.Body p={0} h="100%">
          <Sidebar openTab={openTab} onLogout={onLogout} onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
