"""What can be checked: claims, verdicts, and certificates that there is no tour.

``judge`` decides whether a tour answers a problem; ``facts``, ``certificate`` and ``deduction``
replay the reason why there is none. Nothing here imports anything that searches.
"""

from typing import TYPE_CHECKING

from caballero.machine.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .certificate import (
        Bottleneck as Bottleneck,
        Crowded as Crowded,
        Exhausted as Exhausted,
        Imbalance as Imbalance,
        Split as Split,
        Theorem as Theorem,
        TooFar as TooFar,
        TooFew as TooFew,
        Unreachable as Unreachable,
    )
    from .claim import Claim as Claim
    from .deduction import Deduction as Deduction
    from .export import export_proof as export_proof
    from .judge import Fault as Fault, Verdict as Verdict, verify as verify
    from .outcome import (
        Found as Found,
        GaveUp as GaveUp,
        Impossible as Impossible,
        Phase as Phase,
        Stats as Stats,
    )
    from .proof_file import ProofVerdict as ProofVerdict, check_proof as check_proof
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "certificate": (
                "Bottleneck Crowded Exhausted Imbalance Split Theorem TooFar TooFew Unreachable"
            ),
            "claim": "Claim",
            "deduction": "Deduction",
            "export": "export_proof",
            "judge": "Fault Verdict verify",
            "outcome": "Found GaveUp Impossible Phase Stats",
            "proof_file": "ProofVerdict check_proof",
        },
    )
