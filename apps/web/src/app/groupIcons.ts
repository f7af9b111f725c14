import type { GroupIcon } from '@em/contract/tabs/tabs'
import type { Icon } from '@tabler/icons-react'
import IconAffiliate from '@tabler/icons-react/dist/esm/icons/IconAffiliate.mjs'
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs'
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconReportAnalytics from '@tabler/icons-react/dist/esm/icons/IconReportAnalytics.mjs'
import IconRocket from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import IconTransfer from '@tabler/icons-react/dist/esm/icons/IconTransfer.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'

export const groupIcons: Record<GroupIcon, Icon> = {
  dashboard: IconLayoutDashboard,
  master: IconDatabase,
  accounting: IconBook,
  trade: IconArrowsExchange,
  batch: IconFileImport,
  settlement: IconBuildingBank,
  valuation: IconChartLine,
  announcements: IconSpeakerphone,
  actions: IconCalendarEvent,
  identity: IconFingerprint,
  voluntary: IconChecklist,
  mandatory: IconGavel,
  ipo: IconRocket,
  monitoring: IconEye,
  risk: IconShieldCheck,
  reporting: IconReportAnalytics,
  integration: IconAffiliate,
  transfers: IconTransfer,
  administration: IconUsers,
}
