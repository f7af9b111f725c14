import { AnnouncementBoard } from './AnnouncementBoard.tsx'

export default function MarketAnnouncementsScreen() {
  return <AnnouncementBoard board="market" />
}
