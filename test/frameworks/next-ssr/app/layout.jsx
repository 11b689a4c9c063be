export const metadata = {title: 'A long conversation', icons: 'data:,'};

export default function Layout({children}) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
