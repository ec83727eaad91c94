"""What a package exports stays what it is, whichever modules were imported before."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src/siam"
PACKAGES = sorted(path.parent for path in SOURCE.rglob("__init__.py"))


def hidden_names(package: Path) -> set[str]:
    """Name the exports that a module of the same name would replace when somebody imports it later."""
    exported: dict[str, str] = {}
    for node in ast.walk(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            exported |= {alias.asname or alias.name: node.module for alias in node.names}
    dotted = ".".join(["siam", *package.relative_to(SOURCE).parts])
    modules = {path.stem for path in package.glob("*.py")} | {path.name for path in PACKAGES if path.parent == package}
    # A module that the package itself imports first is replaced by the name, and never comes back.
    imported = {module.removeprefix(f"{dotted}.").split(".")[0] for module in exported.values() if module != dotted}
    return {name for name, module in exported.items() if name in modules - imported and module != dotted}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_module_takes_the_name_of_what_its_package_exports(package: Path) -> None:
    assert hidden_names(package) == set()
