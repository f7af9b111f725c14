import { AnnouncementBoard } from './AnnouncementBoard.tsx'

export default function CorporateNoticesScreen() {
  return <AnnouncementBoard board="notices" />
}
