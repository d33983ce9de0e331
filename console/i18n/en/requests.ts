export const requests = {}
