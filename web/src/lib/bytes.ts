export function base64ToHex(text: string): string {
  return Array.from(atob(text), (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
