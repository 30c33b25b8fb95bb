"""Sends one case to two servers and lists what differs in the answers."""

import re
import socket

from pinion_server import Truncated

# Fields whose presence and value a client may act on.
FIELDS = (
    "Accept-Ranges", "Allow", "Cache-Control", "Connection", "Content-Disposition",
    "Content-Encoding", "Content-Language", "Content-Length", "Content-Location",
    "Content-Range", "Content-Type", "ETag", "Expires", "Keep-Alive", "Last-Modified",
    "Location", "Retry-After", "Set-Cookie", "TCN", "Trailer", "Transfer-Encoding", "Upgrade",
    "Vary", "WWW-Authenticate", "X-Test",
)


def observe(server, case, timeout=4):
    """What a client sees: a dict of status, fields, body and how it ended."""
    with server.connect(timeout) as conn:
        conn.send(case.data(server.port))
        seen = []
        method = case.method
        while True:
            try:
                res = conn.response(method if not seen else "GET", interim=True)
            except Truncated:
                seen.append({"status": "closed"})
                break
            except ConnectionResetError:
                seen.append({"status": "closed"})
                break
            except socket.timeout:
                seen.append({"status": "open"})
                break
            seen.append(_describe(res, server))
            if res.version == "0.9":
                break
            conn.sock.settimeout(1)
        return seen


def _describe(res, server):
    """Our own error pages have their own words: only their status counts."""
    found = {"status": str(res.status), "version": res.version}
    is_error = res.status >= 400 or res.status in (300, 301, 302, 303, 307, 308)
    page = is_error and b"<!DOCTYPE HTML" in res.body[:100] and b"<title>" in res.body[:400]
    for name in FIELDS:
        values = res.headers(name)
        if is_error and name in ("Content-Length", "Transfer-Encoding") and (page or not res.body):
            continue
        found[name.lower()] = ", ".join(_neutral(v, server) for v in values) if values else "-"
    if found["allow"] != "-":  # a set: its order says nothing
        found["allow"] = ",".join(sorted(re.split(r"[, ]+", found["allow"])))
    if not page:
        body = res.body.decode("latin-1")
        if "multipart/byteranges" in found["content-type"]:
            boundary = re.search(r'boundary="?([^";]+)', res.header("Content-Type"))[1]
            body = body.replace(boundary, "BOUNDARY")
            found["content-length"] = "-"  # Apache's boundaries vary in length
        found["body"] = _neutral(body, server)
    return found


def _neutral(text, server):
    text = text.replace(f":{server.port}", ":PORT").replace(server.root, "ROOT")
    return re.sub(r'boundary="?[0-9a-zA-Z]+"?', "boundary=BOUNDARY", text)


def differences(apache, pinion):
    """{field: (Apache's, Pinion's)} over all answers of one connection."""
    found = {}
    for n in range(max(len(apache), len(pinion))):
        left = apache[n] if n < len(apache) else {"status": "none"}
        right = pinion[n] if n < len(pinion) else {"status": "none"}
        for field in sorted(set(left) | set(right)):
            if left.get(field, "-") != right.get(field, "-"):
                key = field if n == 0 else f"{field}#{n + 1}"
                found[key] = (left.get(field, "-"), right.get(field, "-"))
    return found
