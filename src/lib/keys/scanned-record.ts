/** The event of a field for records that was just scanned into: its detail is the code. */
export const SCANNED_CODE = 'scannedcode'
/**
 * The event of such a field when the record was found, before it is chosen: its detail is the id. Lines around it that count what
 * is scanned again prevent that it is.
 */
export const SCANNED_RECORD = 'scannedrecord'
