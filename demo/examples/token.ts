// region token
import type {UbikChat} from 'ubik-chat';

/** Gets tokens from the back end of the site, with the cookies of the page. */
export function useTokens(chat: UbikChat): void {
  chat.getToken = async ({reason, signal}) => {
    const response = await fetch('/chat-token', {
      method: 'POST',
      headers: {'X-Reason': reason}, // initial, expiring or unauthorized
      signal,
    });
    if (!response.ok) throw new Error('Sign in again');
    const {access_token: token} = (await response.json()) as {access_token: string};
    return token;
  };
}
// endregion

// region sign-out
export async function signOut(chat: HTMLElementTagNameMap['ubik-chat']): Promise<void> {
  await chat.shutdown();
  location.assign('/signed-out');
}
// endregion
