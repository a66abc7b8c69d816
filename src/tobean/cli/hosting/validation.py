"""Checks of the settings before the server starts; each error is one sentence."""

from tobean.kernel.errors import BadInput
from tobean.server.protection.hosts import allowed_host, network_of, origin_at, public_origin
from tobean.server.settings import SITE_MARKER, Settings


def validate(settings: Settings) -> None:
    """Check the values that would otherwise fail late or not at all; raises `BadInput`."""
    networks = {"--trust-proxy": settings.trusted_proxies, "--metrics-from": settings.metrics_from}
    for option, texts in networks.items():
        for text in texts:
            if network_of(text) is None:
                raise BadInput(
                    "{option}: {text!r} is neither an address nor a network; write 10.0.0.7 or 10.0.0.0/8",
                    option=option,
                    text=text,
                )
    host, _, port = settings.internal.rpartition(":")
    if settings.internal and not (host and port.isdigit() and origin_at("http", settings.internal)):
        raise BadInput(
            "--internal: {text!r} is not an address with a port; write 10.0.0.2:8765", text=settings.internal
        )
    if settings.site is not None and not (settings.site / SITE_MARKER).is_file():
        raise BadInput("--site: {folder} has no site in it; `tobean site` writes one", folder=str(settings.site))
    public_origin(settings.origin)
    for host in settings.allowed_hosts:
        allowed_host(host)
